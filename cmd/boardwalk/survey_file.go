package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"boardwalk/engine/survey"
)

// A surveyFile keeps the results of a survey, so that it can go on later. Its first line has
// the options of the survey as JSON, and each further one a deal, in their order. A line
// counts once it ends, so the file is good whenever the program dies.
type surveyFile struct{ *os.File }

type surveyHead struct {
	Format int `json:"survey"`
	survey.Options
}

// surveyFormat is the form of the file.
const surveyFormat = 1

// openSurvey opens the file of a survey with some options, which it creates if there is
// none. The error says why the file is not of this survey.
func openSurvey(path string, o survey.Options) (*surveyFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	file := &surveyFile{f}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() { // a device may have no end
		err = errors.New("it is not a file")
	}
	if err == nil {
		err = file.begin(o)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--resume %s: %w", path, err), f.Close())
	}
	return file, nil
}

// begin reads the first line of the file, or writes it to an empty one.
func (f *surveyFile) begin(o survey.Options) error {
	head, err := json.Marshal(surveyHead{surveyFormat, o})
	if err != nil {
		return err
	}
	head = append(head, '\n')
	line, err := bufio.NewReader(f).ReadBytes('\n')
	switch {
	case err != nil && err != io.EOF:
		return err
	case err == io.EOF && bytes.HasPrefix(head, line): // empty, or the program died when it began
		if err := f.Truncate(0); err != nil {
			return err
		}
		_, err := f.WriteAt(head, 0)
		return err
	case bytes.Equal(line, head):
		return nil
	}
	var other surveyHead
	if json.Unmarshal(line, &other) != nil || other.Format != surveyFormat {
		return errors.New("this is not a file of a survey")
	}
	return fmt.Errorf("this file is of a survey with other options: %s. Those of this survey are %s",
		bytes.TrimSpace(line), bytes.TrimSpace(head))
}

// read counts the first deals of the file, at most a number of them. What is left of a line
// that was cut short goes, and the next one is written there.
func (f *surveyFile) read(s *survey.Survey, deals int, t *survey.Tally) error {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in, end := bufio.NewReader(f), int64(0)
	for n := -1; n < deals; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			if err := f.Truncate(end); err != nil {
				return err
			}
			break
		}
		if err != nil {
			return err
		}
		end += int64(len(line))
		if n < 0 {
			continue // the options
		}
		var d survey.Deal
		if err := json.Unmarshal(line, &d); err != nil || d.Code != s.Code(n) || (d.Solver != nil) != s.Solver || (d.House != nil) != s.Advisor {
			return fmt.Errorf("line %d is not the result of deal %s", n+2, s.Code(n))
		}
		t.Add(d)
	}
	_, err := f.Seek(end, io.SeekStart)
	return err
}
