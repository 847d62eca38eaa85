import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { UnitOfWork } from '../database/unit-of-work';
import type { Actor } from '../http/actor';
import { authorOf } from './audit-author';
import { AuditLog } from './audit-log';

export const AUDITED_READ_METADATA = 'corebank:audited-read';

const SUBJECT_MAX_LENGTH = 200;

/** The text of a parameter of the path or the query; undefined when it was not sent. */
export type ParameterReader = (name: string) => string | undefined;

/** Staff's read of one person's record, which the audit log keeps (docs/api/audit-and-operations.md#reads). */
export interface AuditedRead {
  /** Such as `aml-hold.view`. */
  action: string;
  /** The record, such as `aml-hold:20417`; undefined for a list that is not confined to one person. */
  subject: (parameter: ParameterReader) => string | undefined;
}

/**
 * The record that the first sent parameter names.
 *
 * @param kinds the kind of record by parameter, such as `{ AccountNumber: 'account' }`
 */
export function readOf(action: string, kinds: Record<string, string>): AuditedRead {
  return {
    action,
    subject: (parameter) => {
      for (const [name, kind] of Object.entries(kinds)) {
        const value = parameter(name);
        if (value !== undefined) return `${kind}:${value}`;
      }
      return undefined;
    },
  };
}

/**
 * Stores the row of a read once its answer is ready and before it is sent, so that no answer is without its row. Only
 * the routes that declare `audited` have this interceptor: it would cost the others a chain of observables.
 */
@Injectable()
export class AuditedReads implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const read = Reflect.getMetadata(AUDITED_READ_METADATA, context.getHandler()) as AuditedRead;
    const request = context.switchToHttp().getRequest<FastifyRequest & { user?: Actor }>();
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        await this.record(request, read);
        return answer;
      }),
    );
  }

  private async record(request: FastifyRequest & { user?: Actor }, { action, subject }: AuditedRead): Promise<void> {
    const { user } = request;
    if (user?.kind !== 'staff') throw new Error('Only routes of staff declare an audited read.');
    const record = subject(parametersOf(request))?.slice(0, SUBJECT_MAX_LENGTH);
    if (record === undefined) return;
    const author = authorOf(user, request);
    await this.unitOfWork.run(user.institutionId, (tx) => this.audit.record(tx, author, { action, subject: record }));
  }
}

/** Names of query parameters are matched without regard to case, as the validation of queries does. */
function parametersOf({ params, query }: FastifyRequest): ParameterReader {
  const sent = new Map(
    Object.entries({ ...(query as object), ...(params as object) }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return (name) => {
    const value = sent.get(name.toLowerCase());
    return typeof value === 'string' ? value : undefined;
  };
}
