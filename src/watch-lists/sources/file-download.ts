import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { AddressRefusedError } from '../../common/gateway/guarded-connector';
import { PROGRAM_VERSION } from '../../common/program-version';
import type { SourceFailure } from './watch-list-source.entity';

/** A fetch that brought no list, with words for staff. The words never have an address or a part of the file. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';

  constructor(
    readonly code: SourceFailure,
    words: string,
  ) {
    super(words);
  }
}

/** The limits of one download. */
export interface DownloadLimits {
  /** From the first request to the last byte. */
  readonly totalMs: number;
  /** Without a byte. */
  readonly silentMs: number;
  /** The size of the file after decompression. */
  readonly sizeBytes: number;
  readonly redirects: number;
}

/** Marks of the file that the list has, as its publisher gave them. */
export interface FileMarks {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A file that arrives while it is read. */
export interface ArrivingFile extends FileMarks {
  readonly content: AsyncIterable<Uint8Array>;
}

/** How addresses are reached. */
export interface DownloadWay {
  readonly dispatcher: Dispatcher;
  readonly isAllowed: (url: string) => boolean;
  readonly limits: DownloadLimits;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The rest of an answer without a file is read up to so many bytes, so that its connection can be used again. */
const REST_BYTES_MAX = 16_384;

/**
 * Asks for a file. @returns the file as it arrives; undefined where it is the one with these marks
 * @throws DownloadError, also while the content is read
 */
export async function download(
  url: string,
  marks: FileMarks,
  { dispatcher, isAllowed, limits }: DownloadWay,
): Promise<ArrivingFile | undefined> {
  const signal = AbortSignal.timeout(limits.totalMs);
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    if (!isAllowed(target)) throw addressNotAllowed();
    const answer = await request(target, {
      ...{ method: 'GET', dispatcher, signal, headers: headersOf(marks) },
      ...{ headersTimeout: limits.silentMs, bodyTimeout: limits.silentMs },
    }).catch((error: unknown) => Promise.reject(downloadErrorOf(error)));
    const { statusCode, headers, body } = answer;
    if (statusCode === 200) return arrivingFile(headers, body, limits.sizeBytes);
    await body.dump({ limit: REST_BYTES_MAX, signal }).catch(() => undefined);
    if (statusCode === 304 && hasMarks(marks)) return undefined;
    if (!REDIRECTS.has(statusCode))
      throw new DownloadError('HTTP_STATUS', `The publisher answered with the status ${statusCode}.`);
    if (redirects >= limits.redirects)
      throw new DownloadError('TOO_MANY_REDIRECTS', `There are more than ${limits.redirects} redirects.`);
    target = redirectTarget(target, textOf(headers.location));
  }
}

const hasMarks = ({ etag, lastModified }: FileMarks): boolean => etag !== null || lastModified !== null;

function headersOf({ etag, lastModified }: FileMarks): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': `corebank-watch-lists/${PROGRAM_VERSION}`,
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

function redirectTarget(from: string, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, from)) throw addressNotAllowed();
  return new URL(location, from).href;
}

/** @throws DownloadError where the headers tell already that the file cannot be read */
function arrivingFile(
  headers: Record<string, string | string[] | undefined>,
  body: Readable,
  sizeMax: number,
): ArrivingFile {
  const encoding = textOf(headers['content-encoding'])?.toLowerCase() ?? 'identity';
  const refuse = (error: DownloadError): never => {
    body.on('error', () => undefined).destroy();
    throw error;
  };
  if (encoding !== 'identity' && encoding !== 'gzip')
    refuse(new DownloadError('ENCODING_UNKNOWN', 'The file is compressed in another way than gzip.'));
  if (Number(textOf(headers['content-length']) ?? 0) > sizeMax) refuse(tooLarge(sizeMax));
  // A list cut off between two lines looks whole; only gzip, a length or pieces tell where the file ends.
  if (encoding === 'identity' && !headers['content-length'] && !headers['transfer-encoding'])
    refuse(new DownloadError('INTERRUPTED', 'The publisher does not tell where the file ends.'));
  return {
    etag: markOf(headers.etag, 500),
    lastModified: markOf(headers['last-modified'], 100),
    content: contentOf(body, encoding === 'gzip', sizeMax),
  };
}

/** The bytes of the file, which end with an error where the file is too large or does not arrive whole. */
async function* contentOf(body: Readable, isCompressed: boolean, sizeMax: number): AsyncGenerator<Uint8Array> {
  const source = isCompressed ? pipeline(body, createGunzip(), () => undefined) : body;
  let sizeBytes = 0;
  try {
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      sizeBytes += piece.length;
      if (sizeBytes > sizeMax) throw tooLarge(sizeMax);
      yield piece;
    }
  } catch (error) {
    throw downloadErrorOf(error);
  } finally {
    body.on('error', () => undefined).destroy();
  }
}

/** A header that can be sent back as it is; null for any other. */
function markOf(header: string | string[] | undefined, lengthMax: number): string | null {
  const text = textOf(header);
  return text !== undefined && text.length <= lengthMax && /^[\x21-\x7e][\x20-\x7e]*$/.test(text) ? text : null;
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const addressNotAllowed = (): DownloadError =>
  new DownloadError(
    'ADDRESS_NOT_ALLOWED',
    'The address, or one that it leads to, is private, without https or with a user, which is not allowed.',
  );

const tooLarge = (sizeMax: number): DownloadError =>
  new DownloadError('TOO_LARGE', `The file has more than ${sizeMax.toLocaleString('en')} bytes.`);

/** The failure of a request in the words of staff. Messages of the network are left out: they have addresses. */
function downloadErrorOf(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof AddressRefusedError) return addressNotAllowed();
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError') return new DownloadError('TIMED_OUT', 'The file did not arrive in time.');
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new DownloadError('TIMED_OUT', 'The publisher sent nothing for too long.');
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new DownloadError('TIMED_OUT', 'No connection could be made in time.');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new DownloadError('UNREACHABLE', 'The name does not resolve.');
    case 'ECONNREFUSED':
      return new DownloadError('UNREACHABLE', 'The connection was refused.');
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'Z_BUF_ERROR':
    case 'Z_DATA_ERROR':
      return new DownloadError('INTERRUPTED', 'The file did not arrive whole.');
    default:
      return new DownloadError('UNREACHABLE', `No answer could be read (${code ?? name ?? 'unknown'}).`);
  }
}
