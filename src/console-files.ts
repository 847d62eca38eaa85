import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { CONSOLE_COOKIE } from './auth/console/console-cookie';
import { CONSOLE_PREFIX, consolePolicy } from './common/http/security-headers';
import { ConsoleDocument, type ConsolePages } from './console-document';

/** The pages of `console/`, built by Vite. */
const FOLDER = path.join(__dirname, '..', 'console', 'dist');
const NONCE_BYTES = 16;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The cookie of the console's colours; it holds no secret. */
const IS_DARK = /(?:^|;\s*)corebank-theme=dark(?:;|$)/;

/**
 * Serves the staff's console at `/console/`. Its files have names with a hash and are cached for a year; every other
 * address below is a page of the console and gets the same document, with a fresh nonce for its style sheets, the names
 * of what the page needs first and its first picture. A program that runs from its sources, without built pages, serves
 * none.
 */
export function serveConsole(app: NestFastifyApplication): void {
  if (!existsSync(path.join(FOLDER, 'index.html'))) return;
  const page = builtFile('index.html');
  const pages = JSON.parse(builtFile('pages.json')) as ConsolePages;
  const pictures = { page: builtFile('page.html'), signIn: builtFile('sign-in.html') };
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
  instance.get(`${CONSOLE_PREFIX}*`, (request, reply) => {
    // A file that is not there, such as one of an older console, must not be answered with a page.
    if (request.url.startsWith(`${CONSOLE_PREFIX}assets/`)) return reply.callNotFound();
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const dark = IS_DARK.test(request.headers.cookie ?? '') ? ' class="dark"' : '';
    const hasSession = (request.headers.cookie ?? '').includes(`${CONSOLE_COOKIE}=`);
    const address = pathOf(request.url);
    return reply
      .header('content-security-policy', consolePolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('__STYLE_NONCE__', nonce)
          .replace('__HAS_SESSION__', hasSession ? 'yes' : 'no')
          .replace('<html lang="en">', `<html lang="en"${dark}>`)
          .replace('</head>', () => `${ofConsole.links(address, hasSession)}</head>`)
          .replace('<div id="root">', (root) => ofConsole.firstPicture(address, hasSession) + root),
      );
  });
}

function builtFile(name: string): string {
  return readFileSync(path.join(FOLDER, name), 'utf8');
}

/** The path of an address below `/console`, without its query. */
function pathOf(url: string): string {
  return url.slice(CONSOLE_PREFIX.length - 1).split('?', 1)[0]!;
}
