# The upload service: the same HTTP app as behind API Gateway, for statements that are too large for a Lambda request.
# `npm run bundle` comes first: the image holds the bundle and nothing else of this repository.
# The image is for ARM. No step runs a program inside it, so every machine can build it, without an emulator of ARM.

# This stage makes an empty folder.
FROM scratch AS empty
WORKDIR /spool

# The index of node:24.21.0-slim, which has images for x86 and ARM. To print the digest of another version:
# docker buildx imagetools inspect node:24.21.0-slim
FROM node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

# The authorities that vouch for RDS are in no common list.
ADD --chmod=444 https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem /etc/ssl/rds/global-bundle.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/rds/global-bundle.pem \
    NODE_ENV=production \
    PORT=8080

WORKDIR /service
COPY dist/lambdas/upload-service/ ./

# Request bodies are spooled here and nothing else is written, so the root file system may be read-only. As a volume it keeps its owner on Fargate.
COPY --from=empty --chown=node:node /spool /spool
ENV TMPDIR=/spool
USER node
VOLUME ["/spool"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "index.mjs"]
