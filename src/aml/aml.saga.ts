import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { OutboxRelay } from '../common/outbox/outbox-relay';
import { AmlHoldApproved, MovementHeld } from './aml.events';
import { ResumeHeldMovement } from './commands/resume-held-movement';

/**
 * Resumes movements after staff released their holds. The events come from the outbox, so that a release survives a
 * crash right after it (docs/ARCHITECTURE.md#aml-hold-and-release).
 */
@Injectable()
export class AmlSaga implements OnModuleInit {
  constructor(private readonly relay: OutboxRelay) {}

  @Saga()
  readonly resumeReleased = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(AmlHoldApproved),
      map(({ institutionId, holdId }) => new ResumeHeldMovement(institutionId, holdId)),
    );

  onModuleInit(): void {
    this.relay.register(MovementHeld);
    this.relay.register(AmlHoldApproved);
  }
}
