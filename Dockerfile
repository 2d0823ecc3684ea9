# The service in two steps: built where there is a Swift toolchain, run where there is none.
FROM swift:6.2-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4-openssl-dev libpq-dev libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources ./Sources
COPY sql ./sql
COPY Tests ./Tests
RUN swift build --configuration release --product payonce --static-swift-stdlib \
    && strip -o /payonce .build/release/payonce

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libcurl4 libpq5 libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home payonce
COPY --from=build /payonce /usr/local/bin/payonce
USER payonce
EXPOSE 4242
# SIGTERM lets payments under way finish; see stop_grace_period in docker-compose.yml.
ENTRYPOINT ["payonce"]
CMD ["serve"]
