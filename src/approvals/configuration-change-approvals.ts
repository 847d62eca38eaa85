import { Injectable } from '@nestjs/common';
import { type AuditAuthor, AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { actorName, type StaffActor } from '../common/http/actor';
import { Outcome } from '../common/http/outcome';
import { assertVersion, versionOf } from '../common/http/versions';
import type { WriteRequest } from '../common/http/write-request';
import { Clock } from '../common/time/clock';
import {
  type ChangeFields,
  type ConfigurationChange,
  isSame,
  shownChange,
  withoutUnchanged,
} from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { type AskedChange, ConfigurationChanges } from '../institutions/changes/configuration-changes';
import { lockChanges } from '../institutions/changes/lock-changes';
import { institutionsErrors } from '../institutions/institutions.errors';
import { StaffPermissions } from '../institutions/staff/staff-rights';
import type { Approval } from './approval.entity';
import { approvalRows, pendingApproval } from './approval-rows';
import type { ApprovalSubject } from './approval-subjects';
import { approvalsErrors } from './approvals.errors';

/**
 * Changes of rights and configuration as approvals (docs/api/approvals.md#changes-of-rights-and-configuration): the
 * change waits as data, is shown as before and after, and is checked again when a second person approves it.
 */
@Injectable()
export class ConfigurationChangeApprovals extends ConfigurationChanges {
  constructor(
    private readonly kinds: ChangeKinds,
    private readonly rights: StaffPermissions,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  override async ask(
    tx: Tx,
    write: WriteRequest,
    { isNew = false, id, confidential, ...asked }: AskedChange,
  ): Promise<Outcome> {
    const { institutionId, actor } = write;
    const kind = this.kinds.require(asked.operation);
    await lockChanges(tx, institutionId);
    const before = isNew ? null : await kind.present(tx, institutionId, asked.target, Object.keys(asked.after));
    const version = before === null ? undefined : versionOfRecord(kind, before);
    if (version !== undefined) assertVersion(write, version);
    const bound = kind.boundToRecord && version !== undefined ? { version } : {};
    const change = withoutUnchanged({ ...asked, before, ...bound });
    if (Object.keys(change.after).length === 0) return Outcome.done(await kind.apply(tx, institutionId, change, actor));
    const made = await this.makeAtOnce(tx, write, kind, change);
    if (made) return Outcome.done(made, 'Successful', { confidential });
    await this.tryOut(tx, institutionId, kind, change, actor);
    return this.openApproval(tx, write, kind, change, id);
  }

  /** The subject of a kind of change; undefined for any other operation. */
  subjectOf(operation: string): ApprovalSubject | undefined {
    const kind = this.kinds.find(operation);
    if (!kind) return undefined;
    return {
      operation,
      title: kind.title,
      permission: kind.permission,
      consequence: 'The change takes effect at once, unless the record has changed since it was asked for.',
      onApproved: (tx, approval, staff) => this.carryOut(tx, kind, approval, staff),
      onDeclined: () => Promise.resolve(),
      onCommitted: ({ institutionId }) => kind.committed?.(institutionId),
    };
  }

  /**
   * Makes a change that needs no second person. The program itself, such as the seed, needs none either; no request has
   * an actor of that name. @returns undefined when the change must wait.
   */
  private async makeAtOnce(
    tx: Tx,
    write: WriteRequest,
    kind: ChangeKind,
    change: ConfigurationChange,
  ): Promise<object | undefined> {
    const { institutionId, actor } = write;
    if (actor.startsWith('system:')) return this.make(tx, write, kind, change, actor);
    if (!(await kind.isImmediate?.(tx, institutionId, change))) return undefined;
    const deciders = await this.rights.deciders(tx, institutionId);
    await tx.query('SAVEPOINT change');
    const made = await this.make(tx, write, kind, change, actor);
    if (!this.rights.isShortOfDeciders(deciders, await this.rights.deciders(tx, institutionId))) return made;
    await tx.query('ROLLBACK TO SAVEPOINT change');
    return undefined;
  }

  /** Makes the change and takes it back, so that what cannot be made is refused to the one who asks. */
  private async tryOut(
    tx: Tx,
    institutionId: number,
    kind: ChangeKind,
    change: ConfigurationChange,
    actor: string,
  ): Promise<void> {
    await tx.query('SAVEPOINT trial');
    await kind.apply(tx, institutionId, change, actor);
    await tx.query('ROLLBACK TO SAVEPOINT trial');
  }

  private async openApproval(
    tx: Tx,
    write: WriteRequest,
    { operation, title }: ChangeKind,
    change: ConfigurationChange,
    newId: number | undefined,
  ): Promise<Outcome> {
    const { institutionId, actor } = write;
    const { target, before, after, version } = change;
    const id = await this.ids.next();
    const summary = `${title} ${target}: ${before === null ? 'new' : `change of ${Object.keys(after).join(', ')}`}`;
    const details = { target, before, after, ...(version !== undefined && { version }) };
    const createdAt = this.clock.institutionNow(institutionId);
    await insertRows(
      tx,
      approvalRows({ institutionId, id, operation, title, maker: actor, summary, details, createdAt }),
    );
    await this.audit.record(tx, write, {
      action: 'approval.ask',
      subject: `approval:${id}`,
      details: { operation, ...shownChange(change) },
    });
    const message = 'The change waits for approval by a second person; nothing has changed.';
    return pendingApproval(id, message, newId === undefined ? {} : { id: newId });
  }

  private async carryOut(tx: Tx, kind: ChangeKind, approval: Approval, staff: StaffActor): Promise<object> {
    const { institutionId, maker } = approval;
    const change = changeOf(approval);
    await lockChanges(tx, institutionId);
    await this.assertUnchanged(tx, institutionId, kind, change);
    await this.assertMayApprove(tx, kind, change, approval, staff);
    const author = { institutionId, actor: actorName(staff), sessionId: staff.sessionId };
    return this.make(tx, author, kind, change, maker, { maker, approvalId: approval.id });
  }

  /** @throws CHANGE_OUTDATED (409) when somebody has changed the target since the change was asked for */
  private async assertUnchanged(
    tx: Tx,
    institutionId: number,
    kind: ChangeKind,
    { target, before, after, version }: ConfigurationChange,
  ): Promise<void> {
    if (before === null) return;
    const present = await kind.present(tx, institutionId, target, Object.keys(after));
    const isOther = version !== undefined && versionOfRecord(kind, present) !== version;
    if (isOther || Object.keys(before).some((field) => !isSame(before[field], present[field])))
      throw institutionsErrors.CHANGE_OUTDATED();
  }

  /** @throws PERMISSION_DENIED, BENEFICIARY_CANNOT_APPROVE (403), MAKER_WOULD_GAIN (409) */
  private async assertMayApprove(
    tx: Tx,
    kind: ChangeKind,
    change: ConfigurationChange,
    { institutionId, maker }: Approval,
    { id: checker, permissions }: StaffActor,
  ): Promise<void> {
    const missing = kind.alsoNeeds?.(change).find((permission) => !permissions.has(permission));
    if (missing !== undefined)
      throw commonErrors.PERMISSION_DENIED(
        `This decision also needs the permission ${missing}; leave it to somebody who has it.`,
      );
    if (kind.concerns?.(change) === checker) throw approvalsErrors.BENEFICIARY_CANNOT_APPROVE();
    const gainOf = async (staffID: string): Promise<string[]> =>
      (await kind.gains?.(tx, institutionId, change, staffID)) ?? [];
    const [gained] = await gainOf(checker);
    if (gained !== undefined)
      throw approvalsErrors.BENEFICIARY_CANNOT_APPROVE(
        `You would gain the permission ${gained}; a member of staff who gains nothing must approve this.`,
      );
    if (maker.startsWith('staff:') && (await gainOf(maker.slice('staff:'.length))).length > 0)
      throw approvalsErrors.MAKER_WOULD_GAIN();
  }

  private async make(
    tx: Tx,
    author: AuditAuthor,
    kind: ChangeKind,
    change: ConfigurationChange,
    maker: string,
    facts: object = {},
  ): Promise<object> {
    const made = await kind.apply(tx, author.institutionId, change, maker);
    const { before, after } = shownChange(change);
    for (const entry of kind.audited(change)) {
      const { action, subject } = entry;
      const details = { before: auditedFields(entry, before), after: auditedFields(entry, after) };
      await this.audit.record(tx, author, { action, subject, details: { ...details, ...entry.facts, ...facts } });
    }
    return made;
  }
}

/** Undefined for a kind without versions. */
function versionOfRecord({ versioned }: ChangeKind, present: ChangeFields): string | undefined {
  if (versioned === undefined) return undefined;
  return versionOf(versioned === true ? present : versioned(present));
}

function auditedFields({ fields, shown }: AuditedChange, values: ChangeFields | null): object | null {
  if (values === null) return null;
  const chosen = Object.fromEntries(Object.entries(values).filter(([field]) => fields?.includes(field) ?? true));
  return shown?.(chosen) ?? chosen;
}

function changeOf({ operation, details }: Approval): ConfigurationChange {
  return { operation, ...(details as unknown as Omit<ConfigurationChange, 'operation'>) };
}
