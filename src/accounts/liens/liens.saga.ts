import { Injectable } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { BusinessDateRolled } from '../../institutions/institutions.events';
import { ExpireLiens } from './commands/expire-liens';

/** Ends what a new business date ends. */
@Injectable()
export class LiensSaga {
  @Saga()
  readonly expireWithTheDay = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(BusinessDateRolled),
      map(({ institutionId }) => new ExpireLiens(institutionId)),
    );
}
