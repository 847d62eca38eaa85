import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply } from 'fastify';
import { DecidableOperations } from '../approvals/decidable-operations';
import { StaffGate } from '../auth/sessions/staff-gate';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { Shutdown } from '../common/health/shutdown';
import type { StaffActor } from '../common/http/actor';
import { EventStream } from '../common/http/event-stream';
import { Clock } from '../common/time/clock';
import { workErrors } from './work.errors';
import { WorkCounts } from './work-counts';
import { WorkPositions } from './work-positions';
import { WorkStream } from './work-stream';

const LOOK_EVERY_MS = 500;
/** Counts without changes of their own, such as that of failed messages, are read again after this time. */
const COUNTS_OLD_AFTER_MS = 5_000;
const STREAMS_OF_MEMBER_MAX = 4;
const RECONNECT_MS = 3_000;

/** The open pages of one institution. */
interface Audience {
  streams: Set<WorkStream>;
  /** The number of the last change that was read for all of them. */
  position: number;
  countsReadAt: number;
  /** True when counts may have changed, or could not be told yet. */
  isDirty: boolean;
}

/**
 * Tells open pages of the console what changes, from one look at the database for all pages of an institution and
 * process (docs/api/staff-work.md#events).
 */
@Injectable()
export class WorkFeed implements BeforeApplicationShutdown {
  private readonly logger = new Logger(WorkFeed.name);
  private readonly audiences = new Map<number, Audience>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly positions: WorkPositions,
    private readonly counts: WorkCounts,
    private readonly operations: DecidableOperations,
    private readonly gate: StaffGate,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a stream.
   * @param knownPosition the last number that the page was told; undefined for a page that begins
   * @throws TOO_MANY_STREAMS (429), SERVICE_UNAVAILABLE (503) while the process stops
   */
  async open(staff: StaffActor, reply: FastifyReply, knownPosition: number | undefined): Promise<void> {
    if (this.shutdown.hasBegun) throw commonErrors.SERVICE_UNAVAILABLE('The process stops; connect again.');
    this.assertRoom(staff);
    const { institutionId } = staff;
    const [last, missed] = await this.unitOfWork.read(institutionId, async (tx) => [
      await this.positions.last(tx, institutionId),
      knownPosition === undefined ? [] : await this.positions.missed(tx, institutionId, knownPosition),
    ]);
    // Others may have connected meanwhile. Nothing waits from here on, so the count stays right.
    this.assertRoom(staff);
    const opened = EventStream.open(reply, RECONNECT_MS);
    const stream = new WorkStream(staff, opened, missed.length > 0 ? (knownPosition ?? 0) : last, (permissions) =>
      this.operations.hiddenFrom(permissions),
    );
    stream.tell(missed);
    this.join(institutionId, stream);
  }

  /** Looks once for every institution with open pages; a look that is still running is not joined by another. */
  @Interval(LOOK_EVERY_MS)
  async look(): Promise<void> {
    if (this.running || this.audiences.size === 0) return;
    this.running = this.lookAtAll().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.endAll();
    await this.running;
  }

  private assertRoom({ institutionId, id }: StaffActor): void {
    const streams = [...(this.audiences.get(institutionId)?.streams ?? [])];
    if (streams.filter(({ staff }) => staff.id === id).length >= STREAMS_OF_MEMBER_MAX)
      throw workErrors.TOO_MANY_STREAMS();
  }

  private join(institutionId: number, stream: WorkStream): void {
    const { position } = stream;
    const known = this.audiences.get(institutionId);
    const audience = known ?? { streams: new Set<WorkStream>(), position, countsReadAt: 0, isDirty: true };
    audience.streams.add(stream);
    // Changes that the others were told since this page's position was read are read again, for this page.
    audience.position = Math.min(audience.position, position);
    audience.isDirty = true;
    this.audiences.set(institutionId, audience);
    stream.onClose(() => this.leave(institutionId, stream));
    if (!stream.isOpen) this.leave(institutionId, stream);
  }

  private leave(institutionId: number, stream: WorkStream): void {
    const audience = this.audiences.get(institutionId);
    audience?.streams.delete(stream);
    if (audience?.streams.size === 0) this.audiences.delete(institutionId);
  }

  private endAll(): void {
    for (const { streams } of this.audiences.values()) for (const stream of streams) stream.end();
  }

  private async lookAtAll(): Promise<void> {
    for (const [institutionId, audience] of [...this.audiences]) {
      if (this.shutdown.hasBegun) return this.endAll();
      try {
        await this.endWithSessions(audience);
        await this.tell(institutionId, audience);
      } catch (error) {
        this.logger.warn(
          { err: error as Error, institutionId },
          'Open pages were not told; the next look tries again.',
        );
      }
      for (const stream of audience.streams) stream.beat();
    }
  }

  private async endWithSessions({ streams }: Audience): Promise<void> {
    for (const stream of streams) {
      const present = await this.gate.present(stream.staff);
      if (present) stream.renew(present, this.clock.now());
      else stream.endWithSession(this.clock.now());
    }
  }

  private async tell(institutionId: number, audience: Audience): Promise<void> {
    await this.positions.advance(institutionId);
    await this.unitOfWork.read(institutionId, async (tx) => {
      const changes = await this.positions.after(tx, institutionId, audience.position);
      for (const stream of audience.streams) stream.tell(changes);
      audience.position = changes.at(-1)?.seq ?? audience.position;
      const isOld = performance.now() - audience.countsReadAt >= COUNTS_OLD_AFTER_MS;
      if (changes.length > 0 || audience.isDirty || isOld) await this.tellWork(tx, institutionId, audience);
    });
  }

  /** The pages of one member share their counts. */
  private async tellWork(tx: Tx, institutionId: number, audience: Audience): Promise<void> {
    audience.isDirty = false;
    audience.countsReadAt = performance.now();
    const shared = await this.counts.ofInstitution(tx, institutionId);
    for (const streams of byMember(audience.streams)) {
      const work = await this.counts.ofMember(tx, streams[0]!.staff, shared);
      const told = streams.map((stream) => stream.tellWork(work));
      if (told.includes(false)) audience.isDirty = true;
    }
  }
}

/** Sessions of one member may have different rights, so the permissions count too. */
function byMember(streams: Iterable<WorkStream>): WorkStream[][] {
  const groups = new Map<string, WorkStream[]>();
  for (const stream of streams) {
    if (!stream.isOpen) continue;
    const key = `${stream.staff.id} ${[...stream.staff.permissions].sort().join(',')}`;
    groups.set(key, [...(groups.get(key) ?? []), stream]);
  }
  return [...groups.values()];
}
