# The upload service: the same HTTP app as behind API Gateway, for statements that are too large for a Lambda request.
# `npm run bundle` comes first: the image holds the bundle and nothing else of this repository.
FROM node:24-slim

# The authorities that vouch for RDS are in no common list.
ADD --chmod=444 https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem /etc/ssl/rds/global-bundle.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/rds/global-bundle.pem \
    NODE_ENV=production \
    PORT=8080

WORKDIR /service
COPY dist/lambdas/upload-service/ ./

# Request bodies are spooled here and nothing else is written, so the root file system may be read-only. As a volume it keeps its owner on Fargate.
RUN mkdir /spool && chown node:node /spool
ENV TMPDIR=/spool
USER node
VOLUME ["/spool"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "index.mjs"]
