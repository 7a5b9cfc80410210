module boardwalk

go 1.26
