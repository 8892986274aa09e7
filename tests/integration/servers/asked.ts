/** Whether the server allows the attempt or refuses it to this user; rethrows any other error. */
export async function asked(attempt: () => Promise<unknown>): Promise<'allowed' | 'refused'> {
  try {
    await attempt();
    return 'allowed';
  } catch (error) {
    if (
      /ACCESS_REFUSED|NOPERM|not authorized|requires authentication|ACL failure in script|user executing the script can't access/.test(
        String(error),
      )
    )
      return 'refused';
    throw error;
  }
}
