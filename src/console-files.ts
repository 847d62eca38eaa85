import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONSOLE_COOKIE } from './auth/console/console-cookie';
import { CONSOLE_PREFIX, consolePolicy } from './common/http/security-headers';
import { ConsoleDocument, type ConsolePages, firstAnswer, type RecordAnswer } from './console-document';

/** The pages of `console/`, built by Vite. */
const FOLDER = path.join(__dirname, '..', 'console', 'dist');
const NONCE_BYTES = 16;
/** The document waits for its record so long, and takes it up to that length. */
const RECORD_WITHIN_MS = 500;
const RECORD_MAX_LENGTH = 100_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The cookie of the console's colours; it holds no secret. */
const IS_DARK = /(?:^|;\s*)corebank-theme=dark(?:;|$)/;

/**
 * Serves the staff's console at `/console/`. Its files have names with a hash and are cached for a year; every other
 * address below is a page of the console and gets the same document, with a fresh nonce for its style sheets, the names
 * of what the page needs first and its first picture. The page of a record has the record too, as the API gives it to
 * the session of the browser, and is never kept then. A program that runs from its sources, without built pages, serves
 * none.
 */
export function serveConsole(app: NestFastifyApplication): void {
  if (!existsSync(path.join(FOLDER, 'index.html'))) return;
  const page = builtFile('index.html');
  const pages = JSON.parse(builtFile('pages.json')) as ConsolePages;
  const pictures = {
    page: builtFile('page.html'),
    record: builtFile('record.html'),
    case: builtFile('case.html'),
    signIn: builtFile('sign-in.html'),
  };
  const ofConsole = new ConsoleDocument(pages, pictures, CONSOLE_PREFIX);
  const instance = app.getHttpAdapter().getInstance();
  app.useStaticAssets({
    root: path.join(FOLDER, 'assets'),
    prefix: `${CONSOLE_PREFIX}assets/`,
    wildcard: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    // Nest's type of this option is that of an older version of the library.
    setHeaders: ((reply: FastifyReply) => void reply.header('cache-control', IMMUTABLE)) as never,
  });
  instance.get('/console', (_request, reply) => reply.redirect(CONSOLE_PREFIX));
  instance.get(`${CONSOLE_PREFIX}*`, async (request, reply) => {
    // A file that is not there, such as one of an older console, must not be answered with a page.
    if (request.url.startsWith(`${CONSOLE_PREFIX}assets/`)) return reply.callNotFound();
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const dark = IS_DARK.test(request.headers.cookie ?? '') ? ' class="dark"' : '';
    const hasSession = mayHaveSession(request);
    const address = pathOf(request.url);
    const read = hasSession ? ofConsole.recordRead(address) : undefined;
    const record = read === undefined ? undefined : await recordOf(instance, request, read);
    return reply
      .header('content-security-policy', consolePolicy(nonce))
      .header('cache-control', record ? 'no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('__STYLE_NONCE__', nonce)
          .replace('__HAS_SESSION__', hasSession ? 'yes' : 'no')
          .replace('<html lang="en">', `<html lang="en"${dark}>`)
          .replace('</head>', () => `${ofConsole.links(address, hasSession)}</head>`)
          .replace(
            '<div id="root">',
            (root) => ofConsole.firstPicture(address, hasSession, record) + (record ? firstAnswer(record) : '') + root,
          ),
      );
  });
}

/**
 * False for a browser without a session. A browser that follows a link of another site, as in an e-mail, does not show
 * its cookie with the document, but with what the document asks for.
 */
function mayHaveSession({ headers }: FastifyRequest): boolean {
  return (headers.cookie ?? '').includes(`${CONSOLE_COOKIE}=`) || headers['sec-fetch-site'] === 'cross-site';
}

/**
 * The record of a page: the request of the browser is asked of the API as the page itself would ask it, with the same
 * cookie, permission and limits. Undefined for every answer but the record: then the page asks and tells why.
 */
async function recordOf(
  instance: FastifyInstance,
  { headers, socket }: FastifyRequest,
  address: string,
): Promise<RecordAnswer | undefined> {
  const asked = instance.inject({
    method: 'GET',
    url: address,
    headers: { ...headers, accept: 'application/json' },
    remoteAddress: socket.remoteAddress,
  });
  const answer = await Promise.race([asked, sleep(RECORD_WITHIN_MS, undefined, { ref: false })]);
  return answer?.statusCode === 200 && answer.body.length <= RECORD_MAX_LENGTH
    ? { address, body: answer.body }
    : undefined;
}

function builtFile(name: string): string {
  return readFileSync(path.join(FOLDER, name), 'utf8');
}

/** The path of an address below `/console`, without its query. */
function pathOf(url: string): string {
  return url.slice(CONSOLE_PREFIX.length - 1).split('?', 1)[0]!;
}
