import request, { type Response } from 'supertest';
import { AppModule } from '../../src/app.module';
import { AppConfig } from '../../src/common/config/app-config';
import { createHttpApp } from '../../src/common/http/http-app';
import type { TestApp } from './app';
import { testConfig } from './test-config';

/** The application a second time on the same database, as a second process of the service. */
export interface SecondProcess {
  /** A POST as the sandbox's client. */
  post(path: string, body: object, requestReference: string): Promise<Response>;
  close(): Promise<void>;
}

/** Starts it. Close it before `first`. */
export async function startSecondProcess(first: TestApp): Promise<SecondProcess> {
  const config = testConfig(first.app.get(AppConfig, { strict: false }).databaseUrl!);
  const app = await createHttpApp(AppModule.forRoot(config), config);
  await app.init();
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    post: async (path, body, requestReference) =>
      request(url)
        .post(path)
        .set('request-reference', requestReference)
        .auth(await first.client(), { type: 'bearer' })
        .send(body),
    close: () => app.close(),
  };
}
