import request, { type Response, type Test } from 'supertest';
import { SANDBOX_INSTITUTION } from '../../src/seed/sandbox-plan';
import type { TestApp } from '../support/app';

const INSTITUTION_CODE = SANDBOX_INSTITUTION.code;
export const SECRET_KEY = 'RECOVERY_PARTNER_WEBHOOK_SECRET';

/** Changes to a call of the sandbox's partner. */
export interface CallOptions {
  institutionId?: string | number;
  /** Null sends no Authorization header. */
  secret?: string | null;
  headers?: Record<string, string>;
}

/** The recovery partner: calls the webhooks of an institution. */
export class Partner {
  constructor(private readonly app: TestApp) {}

  get(path: string, options: CallOptions = {}): Promise<Response> {
    return this.send((url) => request(this.app.url).get(url), path, options);
  }

  /** `institutionCode` is the sandbox's unless the body has one. */
  post(path: string, body: object, options: CallOptions = {}): Promise<Response> {
    return this.send(
      (url) =>
        request(this.app.url)
          .post(url)
          .set('content-type', 'application/json')
          .send(JSON.stringify({ institutionCode: INSTITUTION_CODE, ...body })),
      path,
      options,
    );
  }

  private async send(
    make: (url: string) => Test,
    path: string,
    {
      institutionId = this.app.institutionId,
      secret = this.app.sandbox.recoveryPartner.webhookSecret,
      headers = {},
    }: CallOptions,
  ): Promise<Response> {
    const prepared = make(`/api/integrations/recoverypartner/v1/${institutionId}/${path}`).set(headers);
    return secret === null ? prepared : prepared.auth(secret, { type: 'bearer' });
  }
}
