import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const DOCUMENTATION = '/docs';

/**
 * Answers `GET /`: a browser is led to the documentation, another caller gets the envelope with its address. In
 * production the documentation is on the management port, and only there is this answered; elsewhere `/` stays unknown.
 * Call it before the application is initialised.
 */
export function answerAtTheRoot(app: NestFastifyApplication, managementPort: number | undefined): void {
  const instance = app.getHttpAdapter().getInstance();
  instance.addHook('onRequest', (request, reply, done) => {
    const isRoot = request.is404 && request.method === 'GET' && request.url.split('?', 1)[0] === '/';
    if (!isRoot || (managementPort !== undefined && request.socket.localPort !== managementPort)) return done();
    if (/\btext\/html\b/.test(request.headers.accept ?? '')) void reply.redirect(DOCUMENTATION);
    else void reply.send({ status: true, message: 'Successful', data: { documentation: DOCUMENTATION } });
  });
}
