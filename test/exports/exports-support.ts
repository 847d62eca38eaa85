import type { Response } from 'supertest';
import { DocumentErasure } from '../../src/documents/document-erasure';
import { ExportExpiry } from '../../src/exports/export-expiry';
import { ExportWriter } from '../../src/exports/export-writer';
import type { ExportView } from '../../src/exports/list-exports.dto';
import { StaffAccess } from '../../src/institutions/staff/staff-access';
import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';
import { setSettings } from '../support/settings';

export const EXPORTS = '/api/admin/v1/exports';

/** Exports of one application whose jobs run only when a test says so. */
export class ExportDesk {
  constructor(readonly app: TestApp) {}

  ask(body: object, token: string, reference?: string): Promise<Response> {
    const named = reference === undefined ? {} : { reference };
    return this.app.post(EXPORTS, { report: 'accounts', format: 'CSV', ...body }, { token, ...named });
  }

  async queue(body: object, token: string): Promise<number> {
    return dataOf<ExportView>(await this.ask(body, token)).id;
  }

  /** Runs the job of an export once, as the job runner does. */
  async write(exportId: number, isLastAttempt?: true): Promise<void> {
    const job = { institutionId: this.app.institutionId, id: 1, payload: { exportId } };
    await this.app.app.get(ExportWriter, { strict: false }).run(isLastAttempt ? { ...job, isLastAttempt } : job);
  }

  async get(exportId: number, token: string): Promise<ExportView> {
    return dataOf<ExportView>(await this.app.get(`${EXPORTS}/${exportId}`, {}, { token }));
  }

  file(exportId: number, token: string): Promise<Response> {
    return this.app.get(`${EXPORTS}/${exportId}/file`, {}, { token });
  }

  cancel(exportId: number, token: string): Promise<Response> {
    return this.app.post(`${EXPORTS}/${exportId}/cancel`, {}, { token });
  }

  /** Queues an export, writes it and reads its file. */
  async written(body: object, token: string): Promise<string[]> {
    const id = await this.queue(body, token);
    await this.write(id);
    const { status, errorMessage } = await this.get(id, token);
    if (status !== 'Done') throw new Error(`The export is ${status}: ${errorMessage}`);
    return linesOf(await this.file(id, token));
  }

  /** Runs the job that is due when the days of the file are over. */
  async expire(exportId: number): Promise<void> {
    const job = { institutionId: this.app.institutionId, id: 1, payload: { exportId } };
    await this.app.app.get(ExportExpiry, { strict: false }).run(job);
  }

  /** Runs the jobs that remove contents, whatever their time. */
  async eraseContents(): Promise<void> {
    const jobs = await this.app.rows<{ payload: Record<string, unknown> }>(
      `SELECT payload FROM job WHERE kind = 'erase-document-content' AND status = 'queued'`,
    );
    for (const { payload } of jobs)
      await this.app.app
        .get(DocumentErasure, { strict: false })
        .run({ institutionId: this.app.institutionId, id: 1, payload });
  }

  /** Gives a hired member these permissions instead of the present ones. */
  async allow(staffID: string, permissions: string[]): Promise<void> {
    await this.app.rows('UPDATE role SET permissions = $1 WHERE name = $2', [permissions, staffID]);
    this.app.app.get(StaffAccess, { strict: false }).forgetAll();
  }

  configure(values: Record<string, string>): Promise<void> {
    return setSettings(this.app, values);
  }
}

/** The lines of a CSV file without its titles. */
export function linesOf(answer: Response): string[] {
  if (answer.status !== 200) throw new Error(`No file: ${answer.text}`);
  return answer.text.trimEnd().split('\r\n').slice(1);
}
