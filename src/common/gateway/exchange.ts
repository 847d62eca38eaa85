import type { Dispatcher } from 'undici';
import type { GatewayAnswer } from './gateway-call';
import { AddressRefusedError } from './guarded-connector';
import { readAnswer } from './read-answer';

/** Larger responses are cut off; no response in `openapi/gateway.json` comes near this size. */
const MAX_ANSWER_BYTES = 1_048_576;

/** Makes the dispatcher drop the connection after the result is decided. */
class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/**
 * One request and its response. `dispatch` is used instead of `request` because its handler is called when the request
 * is about to be written: a failure before that moment is known to have sent nothing.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<GatewayAnswer>;
  private settle!: (answer: GatewayAnswer) => void;
  private controller: Dispatcher.DispatchController | undefined;
  private readonly timer: NodeJS.Timeout;
  private isSettled = false;
  private status = 0;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(timeoutMs: number) {
    this.answer = new Promise((resolve) => (this.settle = resolve));
    this.timer = setTimeout(
      () => this.finish({ outcome: this.controller ? 'unknown' : 'not-sent', reason: 'timeout' }),
      timeoutMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The time ran out while the request waited for a connection: it is dropped before a byte is written.
    if (this.isSettled) controller.abort(new AbandonedError());
    else this.controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MAX_ANSWER_BYTES) this.finish({ outcome: 'unknown', reason: 'too-large', status: this.status });
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.finish(readAnswer(this.status, Buffer.concat(this.chunks)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.controller) this.finish({ outcome: 'unknown', reason: 'connection-lost' });
    else
      this.finish({
        outcome: 'not-sent',
        reason: error instanceof AddressRefusedError ? 'address-refused' : 'no-connection',
      });
  }

  /** The first outcome counts; the connection is then dropped. */
  finish(answer: GatewayAnswer): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.chunks = [];
    this.settle(answer);
    if (answer.outcome !== 'answered') this.controller?.abort(new AbandonedError());
  }
}

/** Sends one request and waits for its whole response, at most `timeoutMs`. Never throws. */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<GatewayAnswer> {
  const handler = new Exchange(timeoutMs);
  dispatcher.dispatch(options, handler);
  return handler.answer;
}
