export const compose = () => [];
