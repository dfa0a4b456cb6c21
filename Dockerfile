# The kit with k6 in one image: `docker run IMAGE certify --target …`; without arguments it serves the
# reference server. Runs as a user without rights, on a root that may be read-only (give it a /tmp).

# the version that load/k6/k6-version.ts pins
FROM grafana/k6:2.2.0 AS k6

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# what npm would publish, installed as a vendor does
RUN mkdir /packed \
  && npm pack --pack-destination /packed \
  && npm install --prefix /app --ignore-scripts --no-audit --no-fund /packed/assay-*.tgz

FROM node:24-bookworm-slim
COPY --from=k6 /usr/bin/k6 /usr/local/bin/k6
COPY --from=build /app /app
RUN install -d -o node -g node /work /shared /reports
ENV PATH=/app/node_modules/.bin:$PATH \
  NODE_ENV=production \
  ASSAY_CACHE=/tmp/assay \
  CI=true
WORKDIR /work
# the user `node` of the image, by the number that Kubernetes can check
USER 1000
EXPOSE 8080
# of a container that serves; `--no-healthcheck` for the others, which end by themselves
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["assay"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--db", ":memory:"]
