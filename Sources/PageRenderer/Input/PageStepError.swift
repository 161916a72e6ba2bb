/// Why a step failed, as a sentence for users.
struct PageStepError: Error {
    let message: String
}
