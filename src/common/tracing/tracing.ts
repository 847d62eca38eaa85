import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';

/** The receiver of spans; made only where an endpoint is configured. */
export interface SpanSink {
  tracer: Tracer;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

interface SpanOptions {
  parent?: SpanContext | undefined;
  /** Spans that caused this one beside its parent, as the requests of a batch. */
  causes?: readonly (SpanContext | undefined)[];
  kind?: SpanKind;
  attributes?: Attributes;
}

/** `00-TRACE-SPAN-FLAGS` of the W3C recommendation Trace Context. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

/** The caller's span, or undefined where the header is missing or malformed. */
export function readTraceParent(header: string | string[] | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof header === 'string' ? TRACE_PARENT.exec(header) : null) ?? [];
  if (!traceId || !spanId || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags!, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/**
 * Spans of requests and of what they cause, passed on explicitly and found by correlation id, because an
 * AsyncLocalStorage would slow every promise down (docs/adr/0011-no-async-local-storage.md). Off by default: then every
 * call returns at once.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  /** Spans of requests in progress, by correlation id. */
  private readonly requests = new Map<string, Span>();
  /** Spans by the object that carries them on, such as the request of a posting. */
  private readonly carried = new WeakMap<object, SpanContext>();

  constructor(private readonly sink?: SpanSink) {}

  /** False when no endpoint is configured. */
  get isOn(): boolean {
    return this.sink !== undefined;
  }

  /** Begins the span of a request. @param traceParent the header of that name */
  beginRequest(correlationId: string, method: string, traceParent: string | string[] | undefined): void {
    if (!this.sink) return;
    const parent = readTraceParent(traceParent);
    this.requests.set(correlationId, this.start(method, { parent, kind: SpanKind.SERVER })!);
  }

  /** Ends the span of a request, named by the pattern of its route. */
  endRequest(correlationId: string, name: string, status: number, attributes: Attributes): void {
    const span = this.requests.get(correlationId);
    if (!span) return;
    this.requests.delete(correlationId);
    span.updateName(name);
    span.setAttributes({ ...attributes, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  /** The span of the request with this correlation id, as a parent. */
  requestSpan(correlationId: string | undefined): SpanContext | undefined {
    return this.sink && correlationId !== undefined ? this.requests.get(correlationId)?.spanContext() : undefined;
  }

  /** Lets an object carry a span to where it is worked on. */
  carry(carrier: object, span: SpanContext | undefined): void {
    if (span) this.carried.set(carrier, span);
  }

  carriedBy(carrier: object): SpanContext | undefined {
    return this.sink && this.carried.get(carrier);
  }

  /** Begins a span; undefined while tracing is off. */
  private start(name: string, { parent, causes = [], kind, attributes }: SpanOptions): Span | undefined {
    if (!this.sink) return undefined;
    const links = causes.flatMap((context) => (context ? [{ context }] : []));
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return this.sink.tracer.startSpan(name, { kind, attributes, links }, context);
  }

  /** Runs work in a span; a failure marks the span and is passed on. */
  within<T>(name: string, options: SpanOptions, work: (span: Span | undefined) => Promise<T>): Promise<T> {
    const span = this.start(name, options);
    return span ? this.ending(span, work) : work(undefined);
  }

  private async ending<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
    try {
      return await work(span);
    } catch (error) {
      // The message may hold data of a customer; the class of the error does not.
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name });
      throw error;
    } finally {
      span.end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sink?.shutdown();
  }
}
