import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, EventBus, type ICommand } from '@nestjs/cqrs';
import { type JobHandler, JobHandlers, type RunningJob } from '../jobs/job-handlers';
import { MemberOf } from '../registry/registry';
import { OUTBOX_JOB_KIND, type OutboxEvent, type OutboxEventType } from './outbox-event';

/**
 * Publishes stored events to the EventBus and waits for the commands of the sagas. The bus is in memory and reports
 * nothing to its publisher, so the relay watches the command bus while an event is published: the event is done only
 * when every command has succeeded; otherwise it is published again with back-off, and at last it becomes a dead letter
 * (`docs/adr/0002-relay-awaits-commands.md`). Sagas must answer synchronously (map, filter), because only commands sent
 * while `publish` runs count; the commands must be idempotent.
 */
@Injectable()
@MemberOf(JobHandlers)
export class OutboxRelay implements OnModuleInit, JobHandler {
  readonly kind = OUTBOX_JOB_KIND;
  private readonly types = new Map<string, OutboxEventType>();
  /** The commands of the current publication; one synchronous call at a time. */
  private reactions: Promise<unknown>[] | undefined;

  constructor(
    private readonly commandBus: CommandBus,
    private readonly eventBus: EventBus,
  ) {}

  onModuleInit(): void {
    this.watchCommands();
  }

  /** Registers an event type, which is data and no provider; its module does so when it starts. */
  register(type: OutboxEventType): void {
    this.types.set(type.name, type);
  }

  async run({ payload }: RunningJob): Promise<void> {
    const { event: name, data } = payload as { event: string; data: object };
    const type = this.types.get(name);
    if (!type) throw new Error(`No module registers the event ${name}.`);
    const event = Object.assign(Object.create(type.prototype as object) as OutboxEvent, data);
    const failed = (await Promise.allSettled(this.reactionsTo(event))).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private reactionsTo(event: OutboxEvent): Promise<unknown>[] {
    const commands: Promise<unknown>[] = [];
    this.reactions = commands;
    try {
      void this.eventBus.publish(event);
    } finally {
      this.reactions = undefined;
    }
    return commands;
  }

  private watchCommands(): void {
    const execute = this.commandBus.execute.bind(this.commandBus) as (
      command: ICommand,
      ...rest: unknown[]
    ) => Promise<unknown>;
    const watched = (command: ICommand, ...rest: unknown[]): Promise<unknown> => {
      const publication = this.reactions;
      // The commands that a command sends belong to it, not to the publication.
      this.reactions = undefined;
      const result = execute(command, ...rest);
      this.reactions = publication;
      publication?.push(result);
      return result;
    };
    Object.assign(this.commandBus, { execute: watched });
  }
}
