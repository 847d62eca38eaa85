import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** More than any body that a route accepts. */
const REST_MAX_BYTES = 16 * 1024 * 1024;

/** The rest of a body is read for so long, so that a sender that reads the answer only after sending gets it. */
const REST_TIMEOUT_MS = 10_000;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Drops the rest of a body as it arrives. Too much of it, or too slowly, and the connection is cut. */
export function dropRest(request: IncomingMessage): void {
  let leftBytes = REST_MAX_BYTES;
  const cutOff = setTimeout(() => request.destroy(), REST_TIMEOUT_MS).unref();
  request.once('close', () => clearTimeout(cutOff)).once('end', () => clearTimeout(cutOff));
  request.on('data', ({ length }: Buffer) => {
    leftBytes -= length;
    if (leftBytes < 0) request.destroy();
  });
  request.resume();
}

/**
 * Lets callers get the answer to a request whose body was not read, or not to its end. Closing the connection at once
 * would reset it, and a caller that is still sending would lose the answer.
 */
export function dropUnreadBodies(instance: FastifyInstance): void {
  instance.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete && hasBody(raw)) {
      // The server asks to close after it has refused a body; the connection can be used again after the rest of it.
      reply.removeHeader('connection');
      dropRest(raw);
    }
    done();
  });
}
