# One image: the server with the built console. Configuration by environment, see README.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
ARG ACCESS_KEY=
ARG ACCESS_SECRET=
RUN ACCESS_KEY="$ACCESS_KEY" ACCESS_SECRET="$ACCESS_SECRET" node scripts/build.ts \
 && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO=0 NODE_COMPILE_CACHE=/app/node_modules/.cache/visadesk
WORKDIR /app
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "server/src/main.ts"]
