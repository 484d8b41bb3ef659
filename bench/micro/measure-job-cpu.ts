/** Measures the CPU time that all threads of this process use during a job, in microseconds. */
export const measureCpuUs = async (job: () => unknown): Promise<number> => {
  const startUsage = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(startUsage);
  return user + system;
};
