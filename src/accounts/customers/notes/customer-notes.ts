import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { listPage } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { Page } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { accountsErrors } from '../../accounts.errors';
import { Customer } from '../customer.entity';
import { Customers } from '../customers';
import { CustomerNote } from './customer-note.entity';
import type { CustomerNoteView } from './customer-notes.dto';

/** Notes of staff about customers (docs/api/enquiries.md#notes). */
@Injectable()
export class CustomerNotes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly customers: Customers,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Latest first. @throws CUSTOMER_NOT_FOUND (404) */
  list(institutionId: number, customerID: string, paging: PagingQuery): Promise<Page<CustomerNoteView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { id: customerId } = await customerOf(tx, institutionId, customerID);
      const query = tx
        .createQueryBuilder(CustomerNote, 'note')
        .where('note.institution_id = :institutionId AND note.customer_id = :customerId', { institutionId, customerId })
        .orderBy('note.id', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, paging, (note) => noteView(note, customerID));
    });
  }

  /** The lock keeps an erasure from passing by the note. @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_ERASED (409) */
  add(write: WriteRequest, customerID: string, text: string): Promise<Outcome> {
    const { institutionId, actor: author } = write;
    return this.writes.run(write, { customerID, text }, async (tx) => {
      const { id: customerId } = await this.customers.lock(tx, institutionId, customerID, 'share');
      const writtenAt = this.clock.institutionNow(institutionId);
      const note: CustomerNote = { institutionId, id: await this.ids.next(), customerId, author, text, writtenAt };
      await tx.insert(CustomerNote, note);
      // The text is erased with the customer; the audit log is not.
      const fact = { action: 'customer.note', subject: `customer:${customerID}`, details: { noteId: note.id } };
      await this.audit.record(tx, write, fact);
      return Outcome.done(noteView(note, customerID));
    });
  }
}

async function customerOf(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
  const customer = await tx.findOneBy(Customer, { institutionId, customerID });
  if (!customer) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`);
  return customer;
}

function noteView({ id, text, author, writtenAt }: CustomerNote, customerID: string): CustomerNoteView {
  return { id, customerID, text, author, writtenAt: writtenAt.toISOString() };
}
