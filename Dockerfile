# syntax=docker/dockerfile:1
# The image of corebank: docs/deployment.md#image. Built from a clean checkout: `docker build -t corebank .`

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node scripts/release.mjs --folder out --installed

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/tmp/corebank \
    MIGRATE_ON_START=false
WORKDIR /app
COPY --from=build /build/out ./
# The account of the base image. The files belong to root, so that the server cannot change its own program.
USER 1000:1000
EXPOSE 3000 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/health.mjs"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=100", "--max-old-space-size=384", "--enable-source-maps", "dist/main.js"]
