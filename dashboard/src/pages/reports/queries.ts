import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { admin, api, bodyOf, dataOf } from '../../api/client.ts';
import type { DayRange } from './range.ts';

export type Report = AdminComponents['schemas']['Report'];
export type ReportDay = AdminComponents['schemas']['ReportDay'];
export type Campaign = AdminComponents['schemas']['Campaign'];

export const statsQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['reports', 'stats', range],
    queryFn: () => dataOf(api.GET('/stats', { params: { query: range } })),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const reportQuery = (account: string, range: DayRange) =>
  queryOptions({
    queryKey: ['reports', account, range],
    queryFn: () => bodyOf(admin.GET('/accounts/{account}/report', { params: { path: { account }, query: range } })),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How many campaigns can be compared. */
const NEWEST = 50;

/** The newest campaigns, newest first. */
export const campaignsQuery = (account: string) =>
  queryOptions({
    queryKey: ['reports', account, 'campaigns'],
    queryFn: async () => {
      const { campaigns } = await bodyOf(
        admin.GET('/accounts/{account}/campaigns', { params: { path: { account }, query: { limit: NEWEST } } }),
      );
      return campaigns.toReversed();
    },
  });
