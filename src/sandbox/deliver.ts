import type { FastifyReply } from 'fastify';
import type { AnswerMode } from './behaviours';

const OVERSIZED_BYTES = 2_097_152;

/** Sends a response in the way of a behaviour: properly, broken, or not at all. */
export function deliver(reply: FastifyReply, mode: AnswerMode, body: object): void {
  switch (mode) {
    case 'plain':
      void reply.status(200).send(body);
      return;
    case 'server-error':
      void reply.status(500).send({ responseCode: '96', responseMessage: 'System malfunction' });
      return;
    case 'garbage':
      void reply.status(200).type('text/html').send('<html><body><h1>It works!</h1></body></html>');
      return;
    case 'oversized':
      void reply.status(200).send({ ...body, padding: 'x'.repeat(OVERSIZED_BYTES) });
      return;
    case 'redirect':
      void reply.status(307).header('location', '/sandbox/elsewhere').send({});
      return;
    case 'silence':
      // The caller gives up, or the simulator stops.
      reply.hijack();
      return;
    case 'reset':
      reply.hijack();
      reply.raw.socket?.resetAndDestroy();
      return;
    case 'truncated':
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
      reply.raw.write('{"status":"Succ', () => reply.raw.destroy());
      return;
  }
}
