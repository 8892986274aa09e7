import mongoose from 'mongoose';

export type MongoFilter = Record<string, unknown>;

/**
 * A comparison written by our code. `sanitizeFilter` treats every other object in a filter as a value to
 * equal, so that client input cannot become an operator.
 */
export function operator(comparison: MongoFilter): MongoFilter {
  return mongoose.trusted(comparison);
}
