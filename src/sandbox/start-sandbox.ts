import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { equalInConstantTime } from '../common/crypto/digest';
import { ValidationPipe } from '../common/http/validation.pipe';
import { RefusalFilter } from './refusal';
import { SandboxModule } from './sandbox.module';
import { SandboxLedger } from './sandbox-ledger';
import type { SandboxOptions } from './sandbox-options';

/** A running simulator. */
export interface RunningSandbox {
  /** Without a slash at the end; the value for `*_BASE_URL`. */
  url: string;
  /** The requests and their results; the same object that answers requests. */
  ledger: SandboxLedger;
  close(): Promise<void>;
}

/** The simulator as an application that does not listen yet; `openapi/gateway.json` is generated from it. */
export async function createSandboxApp(
  options: SandboxOptions,
  ledger: SandboxLedger,
): Promise<NestFastifyApplication> {
  // Connections that were deliberately left without a response must not delay a stop.
  const adapter = new FastifyAdapter({ forceCloseConnections: true });
  const app = await NestFactory.create<NestFastifyApplication>(SandboxModule.forRoot(options, ledger), adapter, {
    logger: false,
    abortOnError: false,
  });
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new RefusalFilter());
  const { gatewayKey } = options;
  if (gatewayKey !== undefined) {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (request, reply, done) => {
        const given = request.headers['x-gateway-key'];
        if (
          request.url.startsWith('/sandbox/') ||
          (typeof given === 'string' && equalInConstantTime(given, gatewayKey))
        )
          done();
        else void reply.status(401).send({ responseCode: '63', responseMessage: 'The gateway key is wrong.' });
      });
  }
  return app;
}

/**
 * Starts the simulator.
 * @example const sandbox = await startSandbox({ port: 0 }); … sandbox.ledger.transfers …; await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const ledger = new SandboxLedger(options.dataFile);
  const app = await createSandboxApp(options, ledger);
  await app.listen(options.port, options.host ?? '127.0.0.1');
  const url = (await app.getUrl()).replace('//[::1]', '//127.0.0.1');
  return {
    url,
    ledger,
    close: async () => {
      await app.close();
      ledger.close();
    },
  };
}
