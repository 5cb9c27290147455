# gpuhoare and its solvers. `docker build -t gpuhoare .`, then `docker run --rm -v "$PWD:/work" gpuhoare prove kernels`
#
# All stages are of one Debian: the program needs the C library that it was linked with, or a newer one.

FROM rust:1.95-trixie AS program
WORKDIR /source
COPY . .
RUN cargo build --release --locked

# pip fetches the solvers, with their pinned hashes. The image has no Python.
FROM python:3.13-slim-trixie AS solvers
COPY --from=program /source/target/release/gpuhoare /usr/local/bin/
RUN GPUHOARE_CACHE=/var/cache/gpuhoare gpuhoare solvers install

FROM debian:trixie-slim
RUN useradd --uid 1000 gpuhoare
COPY --from=program /source/target/release/gpuhoare /usr/local/bin/
COPY --from=solvers --chown=1000:1000 /var/cache/gpuhoare /var/cache/gpuhoare
ENV GPUHOARE_CACHE=/var/cache/gpuhoare
# By number, so that Kubernetes sees that it is not root.
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["gpuhoare"]
