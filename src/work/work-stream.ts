import { amlPermissions } from '../aml/aml.permissions';
import { approvalsPermissions } from '../approvals/approvals.permissions';
import type { PresentStaff } from '../auth/sessions/staff-gate';
import type { StaffActor } from '../common/http/actor';
import type { EventStream } from '../common/http/event-stream';
import { endOfDayPermissions } from '../end-of-day/end-of-day.permissions';
import type { WorkView } from './work.dto';
import type { WorkKind } from './work-change.entity';
import type { NumberedWork } from './work-event.entity';

/** Comments come at least so often: well within the time after which a connection without traffic is closed. */
const BEAT_MS = 25_000;
const SHORTEST_BETWEEN_WORK_MS = 1_000;
/** The end of a session is announced so long before. */
const ANNOUNCED_MS = 120_000;

const PERMISSIONS: Record<WorkKind, string> = {
  hold: amlPermissions.viewAml,
  approval: approvalsPermissions.viewApprovals,
  'end-of-day': endOfDayPermissions.viewEndOfDay,
};

function dataOf({ kind, subject, status, step }: NumberedWork): object {
  return kind === 'end-of-day' ? { date: subject, status, step } : { approvalId: Number(subject), status };
}

/** One open page of the console, and what it has been told. */
export class WorkStream {
  private lastWork: string | undefined;
  private lastWorkAt = -SHORTEST_BETWEEN_WORK_MS;
  private announcedEndAt: number | undefined;

  /**
   * @param told the number of the last change that the page knows
   * @param hiddenFrom the operations of which a holder of permissions sees no approval
   */
  constructor(
    private actor: StaffActor,
    private readonly stream: EventStream,
    private told: number,
    private readonly hiddenFrom: (permissions: ReadonlySet<string>) => string[],
  ) {}

  /** The member with the present rights. */
  get staff(): StaffActor {
    return this.actor;
  }

  /** The number of the last change that the page knows. */
  get position(): number {
    return this.told;
  }

  get isOpen(): boolean {
    return this.stream.isOpen;
  }

  onClose(listener: () => void): void {
    this.stream.onClose(listener);
  }

  /** Tells the changes that the page does not know and that the member may see. */
  tell(changes: readonly NumberedWork[]): void {
    const { permissions } = this.actor;
    const hidden = changes.length > 0 ? this.hiddenFrom(permissions) : [];
    for (const change of changes) {
      if (change.seq <= this.told) continue;
      this.told = change.seq;
      const { kind, operation } = change;
      if (kind === 'approval' && (operation === undefined || hidden.includes(operation))) continue;
      if (permissions.has(PERMISSIONS[kind])) this.stream.send({ event: kind, id: change.seq, data: dataOf(change) });
    }
  }

  /** @returns false when the counts have changed and must be told later, because the last ones are a moment old */
  tellWork(work: WorkView): boolean {
    const text = JSON.stringify(work);
    if (text === this.lastWork) return true;
    if (performance.now() - this.lastWorkAt < SHORTEST_BETWEEN_WORK_MS) return false;
    this.lastWork = text;
    this.lastWorkAt = performance.now();
    this.stream.send({ event: 'work', id: this.told, data: work });
    return true;
  }

  /** Takes the present rights over, and announces the end of the session when it is near. */
  renew({ permissions, endsAt, idleEndsAt }: PresentStaff, now: Date): void {
    this.actor = { ...this.actor, permissions };
    const isIdleFirst = idleEndsAt !== null && idleEndsAt < endsAt;
    const end = isIdleFirst ? idleEndsAt : endsAt;
    if (end.getTime() - now.getTime() > ANNOUNCED_MS || end.getTime() === this.announcedEndAt) return;
    this.announcedEndAt = end.getTime();
    this.stream.send({ event: 'session-ends', data: { reason: isIdleFirst ? 'idle' : 'absolute', endsAt: end } });
  }

  beat(): void {
    if (this.stream.silentMs >= BEAT_MS) this.stream.beat();
  }

  /** Ends the stream with the session. */
  endWithSession(now: Date): void {
    this.stream.send({ event: 'session-ends', data: { reason: 'ended', endsAt: now } });
    this.stream.end();
  }

  /** Ends the stream because the process stops; the page connects to another one. */
  end(): void {
    this.stream.end();
  }
}
