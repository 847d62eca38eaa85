import { Module } from '@nestjs/common';
import { DaySteps } from './day-steps';

/** The institution's business date, its lock, and the steps that close a day. */
@Module({ providers: [DaySteps], exports: [DaySteps] })
export class BusinessDayModule {}
