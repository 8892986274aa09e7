import mongoose from 'mongoose';

export type MongoFilter = Record<string, unknown>;

/**
 * A comparison that this code wrote. `sanitizeFilter` takes every other object in a filter for a value to be equal
 * to, so that nothing a client sends can become an operator.
 */
export function operator(comparison: MongoFilter): MongoFilter {
  return mongoose.trusted(comparison);
}
