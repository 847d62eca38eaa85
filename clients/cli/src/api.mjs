import { randomUUID } from 'node:crypto';

/** An answer that is no success. */
export class ApiFailure extends Error {
  /** @param {number} status HTTP status @param {{message: string, data?: {statusCode?: string}}} body */
  constructor(status, body) {
    super(`${status} ${body.data?.statusCode ?? ''}: ${body.message}`);
    this.status = status;
    this.statusCode = body.data?.statusCode;
  }
}

const RENEW_BEFORE_MS = 60_000;

/** Calls of the API with the token of an API client, or of a member of staff of the sandbox. */
export class Api {
  #signIn;
  #token;
  #validUntil = 0;

  /**
   * @param {{url: string, clientId: string, clientSecret: string}} session
   * @param {{email: string, password: string}} [staff] signs in as this member of staff instead
   */
  constructor({ url, clientId, clientSecret }, staff) {
    this.url = url;
    this.#signIn = staff
      ? { path: '/api/admin/v1/login', body: staff }
      : { path: '/api/auth/v1/authenticate', body: { clientId, clientSecret } };
  }

  async get(path, query = {}) {
    const text = new URLSearchParams(query).toString();
    return this.#authorized('GET', text === '' ? path : `${path}?${text}`);
  }

  /** Sends a write under a new reference. @returns {Promise<{status: number, data: object}>} also for 202 */
  async post(path, body, reference = `dev-${randomUUID()}`) {
    return this.#authorized('POST', path, body, { 'request-reference': reference });
  }

  async #authorized(method, path, body, headers) {
    const answer = await this.call(method, path, body, { ...headers, authorization: `Bearer ${await this.token()}` });
    return answer;
  }

  /** The token, renewed a minute before it ends. */
  async token() {
    if (Date.now() < this.#validUntil - RENEW_BEFORE_MS) return this.#token;
    const { data } = await this.call('POST', this.#signIn.path, this.#signIn.body);
    this.#token = data.accessToken;
    this.#validUntil = data.expirationTime * 1000;
    return this.#token;
  }

  /** @throws ApiFailure for every status from 400 on */
  async call(method, path, body, headers = {}) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((error) => {
      throw new ApiFailure(0, { message: `${this.url} cannot be reached (${error.cause?.code ?? error.message}).` });
    });
    const json = await answer.json().catch(() => ({ message: 'The answer is not JSON.' }));
    if (answer.status >= 400) throw new ApiFailure(answer.status, json);
    return { status: answer.status, data: json.data };
  }
}
