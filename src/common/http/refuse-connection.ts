import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { commonErrors } from '../errors/common.errors';
import { securityHeaders } from './security-headers';

/** The envelope errors for the HTTP parser's failures. */
function refusalOf(code: string | undefined): { httpStatus: number; code: string; message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return commonErrors.REQUEST_TIMEOUT;
    case 'HPE_HEADER_OVERFLOW':
      return commonErrors.HEADERS_TOO_LARGE;
    default:
      return { httpStatus: 400, code: commonErrors.VALIDATION_FAILED.code, message: 'The request is malformed.' };
  }
}

/** Answers connections that send no HTTP request, or too slowly, with an envelope, and closes them. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // The connection is closed already.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { httpStatus, code, message } = refusalOf(error.code);
  const body = JSON.stringify({ status: false, message, data: { statusCode: code } });
  const headers = {
    ...securityHeaders(''),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}\r\n${head.join('')}\r\n${body}`);
  socket.destroy(error);
}
