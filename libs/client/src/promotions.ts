export * from '@stockbook/promotions';
