import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommand, type ICommandHandler, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { IdAllocator } from '../../src/common/database/id-allocator';
import { insertRows } from '../../src/common/database/insert-rows';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { Job } from '../../src/common/jobs/job.entity';
import { eventRows } from '../../src/common/outbox/outbox-event';
import { OutboxRelay } from '../../src/common/outbox/outbox-relay';
import { type CommonApp, startCommonApp } from '../support/common-app';
import { eventually } from '../support/eventually';

const OURS = 101;

class MoneyMoved {
  constructor(
    readonly institutionId: number,
    readonly amount: number,
  ) {}
}

class React extends Command<void> {
  constructor(readonly amount: number) {
    super();
  }
}

const reactions: number[] = [];
let failuresLeft = 0;

@CommandHandler(React)
class ReactHandler implements ICommandHandler<React> {
  async execute({ amount }: React): Promise<void> {
    // Long enough that a relay which did not wait would have marked the event as done.
    await new Promise((resolve) => setTimeout(resolve, 50));
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('try again');
    reactions.push(amount);
  }
}

@Injectable()
class ReactSaga {
  @Saga()
  react = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(MoneyMoved),
      map(({ amount }) => new React(amount)),
    );
}

describe('the outbox', () => {
  let common: CommonApp;
  const publish = async (event: { institutionId: number }, fail = false): Promise<number> => {
    const id = await common.app.get(IdAllocator).next();
    const work = common.app.get(UnitOfWork).run(OURS, async (tx) => {
      await insertRows(tx, eventRows(id, event));
      if (fail) throw new Error('rolled back');
    });
    await work.catch(() => undefined);
    return id;
  };
  const jobOf = (id: number): Promise<Job | null> =>
    common.app.get(UnitOfWork).read(OURS, (tx) => tx.findOneBy(Job, { institutionId: OURS, id }));

  beforeAll(async () => {
    common = await startCommonApp({ providers: [ReactHandler, ReactSaga] });
    common.app.get(OutboxRelay).register(MoneyMoved);
  });
  afterAll(() => common?.close());
  beforeEach(() => {
    reactions.length = 0;
    failuresLeft = 0;
  });

  it('publishes a committed event and marks it as done after its reaction', async () => {
    const id = await publish(new MoneyMoved(OURS, 5));
    await eventually(async () => expect((await jobOf(id))?.status).toBe('done'));
    expect(reactions).toEqual([5]);
  });

  it('does not publish an event whose transaction was rolled back', async () => {
    const lost = await publish(new MoneyMoved(OURS, 6), true);
    const kept = await publish(new MoneyMoved(OURS, 7));
    await eventually(async () => expect((await jobOf(kept))?.status).toBe('done'));
    expect(await jobOf(lost)).toBeNull();
    expect(reactions).toEqual([7]);
  });

  it('publishes again after a failed reaction, and the saga keeps running', async () => {
    failuresLeft = 1;
    const id = await publish(new MoneyMoved(OURS, 8));
    await eventually(async () => expect((await jobOf(id))?.lastError).toBe('Error: try again'));
    expect(reactions).toEqual([]);
    await common.asOwner(`UPDATE job_due SET due_at = now() WHERE job_id = ${id}`);
    await eventually(async () => expect((await jobOf(id))?.status).toBe('done'));
    expect(reactions).toEqual([8]);
  });

  it('keeps an event that no module registers', async () => {
    class Stranger {
      constructor(readonly institutionId: number) {}
    }
    const id = await publish(new Stranger(OURS));
    await eventually(async () =>
      expect((await jobOf(id))?.lastError).toContain('No module registers the event Stranger'),
    );
  });
});
