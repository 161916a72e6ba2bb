/// Why a step could not be done, for a person.
struct PageStepError: Error {
    let message: String
}
