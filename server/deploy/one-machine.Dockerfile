# The whole service on one machine, with its database (docs/howto/run-as-a-service.md).
# Build it from the repository: docker build --file server/deploy/one-machine.Dockerfile --tag commission-statements .

# Both stages use the index of node:24.21.0-slim, as the upload service does (Dockerfile), which has images for x86 and ARM.
FROM node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS console

# The pages for people are built with the development packages, which the image itself does without.
WORKDIR /service
COPY package.json package-lock.json tsconfig.json ./
COPY client/package.json ./client/
COPY cli/package.json ./cli/
RUN npm ci --no-audit --no-fund
COPY scripts/build-console.ts ./scripts/
COPY server/console ./server/console
COPY client ./client
COPY console ./console
RUN node scripts/build-console.ts --to dist/site

FROM node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

WORKDIR /service
COPY package.json package-lock.json ./
COPY client/package.json ./client/
COPY cli/package.json ./cli/
# The bundled PostgreSQL is an optional package, and so is the Node of npm scripts.
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

COPY scripts/require-node.js ./scripts/
COPY schema ./schema
COPY core ./core
COPY app ./app
COPY adapters ./adapters
COPY lambdas ./lambdas
COPY server ./server
COPY docs ./docs
COPY --from=console /service/dist/site ./dist/site

# As volumes the folders keep their owner, who runs PostgreSQL too.
RUN mkdir /data /backups && chown node:node /data /backups
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    ACCESS_LOG=stdout
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.ts"]
