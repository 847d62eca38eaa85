import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { OutboxRelay } from '../common/outbox/outbox-relay';
import { ApprovalGranted } from './approvals.events';
import { RunApprovedMovement } from './commands/run-approved-movement';

/** Runs approved movements. The events come from the outbox, so that an approval survives a crash right after it. */
@Injectable()
export class ApprovalSaga implements OnModuleInit {
  constructor(private readonly relay: OutboxRelay) {}

  @Saga()
  readonly runGranted = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(ApprovalGranted),
      map(({ institutionId, approvalId }) => new RunApprovedMovement(institutionId, approvalId)),
    );

  onModuleInit(): void {
    this.relay.register(ApprovalGranted);
  }
}
