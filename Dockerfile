# A static binary in an empty image, run by a user who owns nothing but /data.
#
#	docker build -t boardwalk --build-arg VERSION=v1.2.3 .
#	docker run -d --name arcade -p 2222:2222 -v arcade:/data boardwalk
#	docker exec arcade /boardwalk admin
#
# cmd/boardwalk/compose.yaml does the same with all that a host may want. Health and metrics answer
# inside alone. For the host, or a Prometheus beside it:
#
#	docker run ... -e BOARDWALK_HEALTH_ADDR=:2280 -e BOARDWALK_HEALTH_PUBLIC=true -p 127.0.0.1:2280:2280
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# What the program says of itself: git is not here.
ARG VERSION
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.release=$VERSION" -o /boardwalk ./cmd/boardwalk \
	&& mkdir /data

FROM scratch
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Boardwalk Arcade" \
	org.opencontainers.image.description="An arcade of solitaire card games in the terminal, served over SSH" \
	org.opencontainers.image.licenses="MIT" \
	org.opencontainers.image.version="$VERSION" \
	org.opencontainers.image.revision="$REVISION"
COPY --from=build /boardwalk /boardwalk
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
VOLUME /data
# In the environment, so that what docker exec runs has the same settings.
ENV BOARDWALK_DATA=/data/boardwalk.db \
	BOARDWALK_HEALTH_ADDR=127.0.0.1:2280
EXPOSE 2222
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/boardwalk", "health"]
ENTRYPOINT ["/boardwalk"]
CMD ["serve"]
