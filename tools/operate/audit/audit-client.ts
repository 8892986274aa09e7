import mongoose from 'mongoose';

const { MongoClient } = mongoose.mongo;
export type AuditClient = InstanceType<typeof MongoClient>;

export async function openAuditClient(uri: string): Promise<AuditClient> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  return client.connect();
}
