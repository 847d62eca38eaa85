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
  /** Parameters of a list that find persons without naming a record; the audit log has each record that they found. */
  finding?: { by: readonly string[]; subjectOf: (row: never) => string };
}

/**
 * The record that the first sent parameter names.
 *
 * @param kinds the kind of record by parameter, such as `{ AccountNumber: 'account' }`
 * @param finding of a list that has other parameters of a person, such as a telephone number
 */
export function readOf(action: string, kinds: Record<string, string>, finding?: AuditedRead['finding']): AuditedRead {
  return {
    action,
    ...(finding && { finding }),
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
        await this.record(request, read, answer);
        return answer;
      }),
    );
  }

  private async record(request: FastifyRequest & { user?: Actor }, read: AuditedRead, answer: unknown): Promise<void> {
    const { user } = request;
    if (user?.kind !== 'staff') throw new Error('Only routes of staff declare an audited read.');
    const subjects = subjectsOf(read, parametersOf(request), answer);
    if (subjects.length === 0) return;
    const author = authorOf(user, request);
    await this.unitOfWork.run(user.institutionId, async (tx) => {
      for (const subject of subjects)
        await this.audit.record(tx, author, { action: read.action, subject: subject.slice(0, SUBJECT_MAX_LENGTH) });
    });
  }
}

/** The records that were read: the one that a parameter names, or those that an identifying parameter found. */
function subjectsOf({ subject, finding }: AuditedRead, parameter: ParameterReader, answer: unknown): string[] {
  const named = subject(parameter);
  if (named !== undefined) return [named];
  if (!finding || finding.by.every((name) => parameter(name) === undefined)) return [];
  const { data } = answer as { data: readonly never[] };
  return [...new Set(data.map(finding.subjectOf))];
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
