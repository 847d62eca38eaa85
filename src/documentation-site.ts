import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The pages of `docs/`, built by `npm run site`. */
const FOLDER = path.join(__dirname, '..', 'site');
const PREFIX = '/docs/';

/**
 * Serves the guides and topics at `/docs/`, beside the references. Without built pages, as when the program runs from
 * its sources, `/docs` leads to the reference of integrators.
 */
export function serveSite(app: NestFastifyApplication): void {
  const isBuilt = existsSync(path.join(FOLDER, 'index.html'));
  // One route for each file: other addresses below the prefix stay unknown, and the references keep theirs.
  if (isBuilt) app.useStaticAssets({ root: FOLDER, prefix: PREFIX, wildcard: false, decorateReply: false });
  const start = isBuilt ? PREFIX : `${PREFIX}reference`;
  app
    .getHttpAdapter()
    .getInstance()
    .get('/docs', (_request, reply) => reply.redirect(start));
}
