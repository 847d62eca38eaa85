import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { commonErrors } from '../errors/common.errors';
import { securityHeaders } from './security-headers';

interface Refusal {
  httpStatus: number;
  code: string;
  message: string;
}

/** The envelope errors for the HTTP parser's failures. */
function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return commonErrors.REQUEST_TIMEOUT;
    case 'HPE_HEADER_OVERFLOW':
      return commonErrors.HEADERS_TOO_LARGE;
    default:
      return { httpStatus: 400, code: commonErrors.VALIDATION_FAILED.code, message: 'The request is malformed.' };
  }
}

/** An answer in the envelope, for requests that reach no route. */
function answerOf({ message, code }: Refusal): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ status: false, message, data: { statusCode: code } });
  const headers = {
    ...securityHeaders(''),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { body, headers };
}

function writeAnswer(socket: Duplex, refusal: Refusal, added: Record<string, string> = {}): void {
  const { body, headers } = answerOf(refusal);
  const head = Object.entries({ ...headers, ...added }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { httpStatus } = refusal;
  if (socket.writable)
    socket.write(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}\r\n${head.join('')}\r\n${body}`);
}

/** Answers connections that send no HTTP request, or too slowly, with an envelope, and closes them. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // The connection is closed already.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  writeAnswer(socket, refusalOf(error.code));
  socket.destroy(error);
}

/**
 * Answers with an envelope what the server would answer itself or not at all: an unknown `Expect` header, a tunnel, and
 * HTTP/1.1 without `Host`.
 */
export function answerUnservedRequests(instance: FastifyInstance): void {
  instance.server.on('checkExpectation', (_request, response) => {
    const refusal = commonErrors.EXPECTATION_FAILED;
    const { body, headers } = answerOf(refusal);
    response.writeHead(refusal.httpStatus, headers).end(body);
  });
  instance.server.on('connect', (_request, socket) => {
    // Nothing that a caller sends into the tunnel is read.
    socket.on('error', () => undefined);
    writeAnswer(socket, commonErrors.METHOD_NOT_ALLOWED, { allow: '' });
    socket.end();
  });
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
    done(isMissing ? commonErrors.VALIDATION_FAILED('The header Host is missing.', { errors: [] }) : undefined);
  });
}
