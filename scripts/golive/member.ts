import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';

/** An answer of the API. */
interface Reply {
  status: number;
  message: string;
  data: Record<string, unknown>;
  /** Token of a sign-in. */
  accessToken?: string;
}

/** Calls the API as JSON. @throws Error with the answer where the status is another than expected */
export async function call(
  base: string,
  method: string,
  path: string,
  { token, body, expected = [200] }: { token?: string; body?: object; expected?: readonly number[] } = {},
): Promise<Reply> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'request-reference': `GOLIVE-${randomUUID()}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = (await answer.json()) as Omit<Reply, 'status'>;
  if (!expected.includes(answer.status))
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
  return { ...reply, status: answer.status, data: reply.data ?? {} };
}

/** A member of staff who has a password and a second factor, and is signed in. */
export class Member {
  private constructor(
    private readonly base: string,
    readonly staffID: string,
    private readonly token: string,
  ) {}

  /** Sets the password with a one-time code, signs in and sets a second factor up, as the member would. */
  static async begin(base: string, staffID: string, email: string, code: string): Promise<Member> {
    const password = `passphrase ${randomUUID()}`;
    await call(base, 'POST', '/api/admin/v1/password', { body: { email, code, newPassword: password } });
    const { accessToken } = await call(base, 'POST', '/api/admin/v1/login', { body: { email, password } });
    const member = new Member(base, staffID, accessToken!);
    const { secret } = await member.post('/me/second-factor', {});
    await member.post('/me/second-factor/confirm', { code: new TOTP({ secret: String(secret) }).generate() });
    return member;
  }

  /** Sends a request that is done at once. @returns `data` of the answer */
  async post(path: string, body: object): Promise<Record<string, unknown>> {
    return (await this.send('POST', path, body, [200])).data;
  }

  /** Replaces something at once. */
  async put(path: string, body: object): Promise<void> {
    await this.send('PUT', path, body, [200]);
  }

  /**
   * Sends a request that needs a second person, who approves it.
   * @returns `data` of the answer to the approval
   */
  async postWith(checker: Member, path: string, body: object, method = 'POST'): Promise<Record<string, unknown>> {
    const { data } = await this.send(method, path, body, [202]);
    const approvalId = String(data.approvalId ?? data.approvalID);
    await this.send('POST', `/approvals/${approvalId}/approve`, {}, [403]);
    return checker.post(`/approvals/${approvalId}/approve`, {});
  }

  private send(method: string, path: string, body: object | undefined, expected: readonly number[]): Promise<Reply> {
    return call(this.base, method, `/api/admin/v1${path}`, {
      token: this.token,
      expected,
      ...(body !== undefined && { body }),
    });
  }
}
